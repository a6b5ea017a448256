# find_package(Raddle): the header as Raddle::raddle, the programs as
# RADDLE_EXECUTABLE, RADDLE_CC, RADDLE_CXX, and raddle_add_test().
#
# Found from where this file lies, so that the whole may be moved.
get_filename_component(_raddle_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.."
                       ABSOLUTE)
set(RADDLE_EXECUTABLE "${_raddle_prefix}/bin/raddle")
set(RADDLE_CC "${_raddle_prefix}/bin/raddle-cc")
set(RADDLE_CXX "${_raddle_prefix}/bin/raddle-c++")
if(NOT EXISTS "${RADDLE_EXECUTABLE}")
  set(Raddle_FOUND FALSE)
  set(Raddle_NOT_FOUND_MESSAGE "there is no ${RADDLE_EXECUTABLE}")
  return()
endif()
if(NOT TARGET Raddle::raddle)
  add_library(Raddle::raddle INTERFACE IMPORTED)
  set_target_properties(
    Raddle::raddle PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
                              "${_raddle_prefix}/include")
endif()

# raddle_add_test(NAME name TARGET target [STRATEGY name] [EXECUTIONS n]
#                 [TIME time] [JOBS n] [SUPPRESSIONS file] [JUNIT file]
#                 [SARIF file] [UNINSTRUMENTED] [OPTIONS option...]
#                 [ARGS argument...])
#
# A test of ctest that runs the target under raddle: fails if there is a
# finding, and also if nothing was verified: a target that was not built with
# raddle-cc shows no memory accesses, and is not passed unless UNINSTRUMENTED
# says that this is meant.  One job unless the arguments say otherwise,
# for ctest -j runs several tests at a time.  What is found goes to
# raddle-out/<name> in the build directory; a new run of ctest goes on from
# what was covered before.
function(raddle_add_test)
  set(one NAME TARGET STRATEGY EXECUTIONS TIME JOBS SUPPRESSIONS JUNIT SARIF)
  cmake_parse_arguments(R "UNINSTRUMENTED" "${one}" "OPTIONS;ARGS" ${ARGN})
  if(NOT R_NAME OR NOT R_TARGET)
    message(FATAL_ERROR "raddle_add_test needs NAME and TARGET")
  endif()
  if(R_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
            "raddle_add_test: what is ${R_UNPARSED_ARGUMENTS}?")
  endif()
  if(NOT TARGET ${R_TARGET})
    message(FATAL_ERROR "raddle_add_test: no target is named ${R_TARGET}")
  endif()
  if(NOT R_JOBS)
    set(R_JOBS 1)
  endif()
  set(command "${RADDLE_EXECUTABLE}" test --out
              "${CMAKE_CURRENT_BINARY_DIR}/raddle-out/${R_NAME}" --jobs
              ${R_JOBS})
  if(NOT R_UNINSTRUMENTED)
    list(APPEND command --require-accesses)
  endif()
  foreach(option STRATEGY EXECUTIONS TIME SUPPRESSIONS JUNIT SARIF)
    if(DEFINED R_${option})
      string(TOLOWER ${option} name)
      list(APPEND command --${name} "${R_${option}}")
    endif()
  endforeach()
  add_test(NAME "${R_NAME}" COMMAND ${command} ${R_OPTIONS} --
                                    "$<TARGET_FILE:${R_TARGET}>" ${R_ARGS})
  set_tests_properties(
    "${R_NAME}" PROPERTIES LABELS raddle SKIP_RETURN_CODE 77 PROCESSORS
                           ${R_JOBS})
endfunction()
